#include "schema/crd/rules/rule.h"

namespace structural::crd {
namespace {

#define KEPS "https://github.com/kubernetes/enhancements/blob/master/keps/sig-api-machinery/"
#define KEP_2335 KEPS "2335-vanilla-crd-openapi-subset-structural-schemas/README.md"
#define KEP_2332 KEPS "2332-pruning-for-custom-resources/README.md"
#define KEP_1027 KEPS "1027-api-unions/README.md"
#define BLOG "https://kubernetes.io/blog/2019/06/20/crd-structural-schema/"
#define KEP_2337 KEPS "2337-k8s.io-group-protection/README.md"
#define DOCS "https://kubernetes.io/docs/"
#define CRDS DOCS "tasks/extend-kubernetes/custom-resources/custom-resource-definitions/"

constexpr std::string_view kKep = "KEP 2335, Vanilla CRD OpenAPI subset: structural schemas";
constexpr std::string_view kPruningKep = "KEP 2332, Pruning for Custom Resources";
constexpr std::string_view kUnionsKep = "KEP 1027, Union types";
constexpr std::string_view kBlog = "Kubernetes blog, Future of CRDs: Structural Schemas";
constexpr std::string_view kCrds = "Kubernetes documentation, Extend the Kubernetes API with CustomResourceDefinitions";
constexpr std::string_view kApi = "Kubernetes documentation, Kubernetes API Concepts";
constexpr std::string_view kApply = "Kubernetes documentation, Server-Side Apply";
constexpr std::string_view kGuide = "Kubernetes documentation, Deprecated API Migration Guide";

}  // namespace

constexpr Section kKepFormalDefinition{kKep, "Formal Definition", KEP_2335 "#formal-definition"};
constexpr Section kKepMetadata{kKep, "Metadata", KEP_2335 "#metadata"};
constexpr Section kKepCompatibilityPlan{kKep, "API Compatibility Plan", KEP_2335 "#api-compatibility-plan"};
constexpr Section kBlogStructuralSchema{kBlog, "Structural Schema", BLOG "#structural-schema"};
constexpr Section kBlogPruning{kBlog, "Pruning – don’t preserve unknown fields", BLOG};
constexpr Section kBlogExtensions{kBlog, "Extensions", BLOG "#extensions"};
constexpr Section kPruningPolymorphicFields{kPruningKep, "Polymorphic Fields", KEP_2332 "#polymorphic-fields"};
constexpr Section kUnionsGoTags{kUnionsKep, "Go tags", KEP_1027 "#go-tags"};
constexpr Section kUnionsOpenApi{kUnionsKep, "OpenAPI", KEP_1027 "#openapi"};
constexpr Section kUnionsDiscriminator{kUnionsKep, "Discriminator", KEP_1027 "#discriminator"};
constexpr Section kDocsStructuralSchema{kCrds, "Specifying a structural schema",
                                        CRDS "#specifying-a-structural-schema"};
constexpr Section kDocsValidation{kCrds, "Validation", CRDS "#validation"};
constexpr Section kDocsValidationRules{kCrds, "Validation rules", CRDS "#validation-rules"};
constexpr Section kDocsRuleCost{kCrds, "Resource use by validation functions",
                                CRDS "#resource-use-by-validation-functions"};
constexpr Section kDocsTransitionRules{kCrds, "Transition rules", CRDS "#transition-rules"};
constexpr Section kDocsFieldValidation{kApi, "Field validation",
                                       DOCS "reference/using-api/api-concepts/#field-validation"};
constexpr Section kDocsDeprecation{kGuide, "CustomResourceDefinition", DOCS "reference/using-api/deprecation-guide/"};
constexpr Section kDocsCreate{kCrds, "Create a CustomResourceDefinition", CRDS "#create-a-customresourcedefinition"};
constexpr Section kDocsVersions{kCrds, "Versions in CustomResourceDefinitions",
                                DOCS
                                "tasks/extend-kubernetes/custom-resources/"
                                "custom-resource-definition-versioning/"};
constexpr Section kDocsColumns{kCrds, "Additional printer columns", CRDS "#additional-printer-columns"};
constexpr Section kDocsSubresources{kCrds, "Status subresource", CRDS "#status-subresource"};
constexpr Section kDocsScale{kCrds, "Scale subresource", CRDS "#scale-subresource"};
constexpr Section kDocsSelectableFields{kCrds, "Field selectors", CRDS "#field-selectors"};
constexpr Section kDocsDefaulting{kCrds, "Defaulting", CRDS "#defaulting"};
constexpr Section kDocsMerge{kApply, "Merge strategy", DOCS "reference/using-api/server-side-apply/#merge-strategy"};
constexpr Section kGroupProtection{"KEP 2337, k8s.io Group Protection", "Proposal", KEP_2337};

}  // namespace structural::crd
