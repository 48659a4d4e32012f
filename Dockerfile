# The image has only the program that ships, the part of glibc that it needs, the well-known certificate authorities, and
# a user. hack/ship/image builds it with docker, podman or buildah, and passes version and commit.
ARG BASE=docker.io/library/debian:bookworm-20250520-slim
# Name of the stage that has the image's files: `compiled`, or `given` if hack/ship/image-root has already made them in
# the folder root/ of the build context.
ARG FILES=compiled

# This stage changes only with the list of packages.
FROM ${BASE} AS tools
WORKDIR /source
COPY hack/packages-build.txt hack/
RUN --mount=type=cache,target=/var/cache/apt --mount=type=cache,target=/var/lib/apt/lists \
    rm -f /etc/apt/apt.conf.d/docker-clean && apt-get -q update && \
    sed 's/#.*//' hack/packages-build.txt | DEBIAN_FRONTEND=noninteractive xargs apt-get -q -y install --no-install-recommends
COPY hack/lib.sh hack/
COPY hack/ship/apt.sh hack/ship/static-libraries hack/ship/
RUN --mount=type=cache,target=/var/lib/apt/lists --mount=type=cache,target=/root/.cache/ccache \
    hack/ship/static-libraries

FROM tools AS compiled
COPY CMakeLists.txt CMakePresets.json LICENSE ./
COPY hack/ship/archived.txt hack/ship/image-root hack/ship/linked-packages hack/ship/shipped-files hack/ship/version hack/ship/
COPY hack/cmake hack/cmake
COPY schema schema
COPY document document
COPY kube kube
COPY files files
COPY http http
COPY webhook webhook
COPY controller controller
COPY cli cli
ARG VERSION
ARG COMMIT
RUN --mount=type=cache,target=/root/.cache/ccache \
    cmake --preset static -D BUILD_TESTING=OFF -D STRUCTURAL_VERSION=${VERSION} -D STRUCTURAL_COMMIT=${COMMIT} && \
    cmake --build --preset static && hack/ship/image-root build/static/cli/structural /image

FROM scratch AS given
COPY root/ /image/

FROM ${FILES} AS files

FROM scratch
COPY --from=files /image/ /
ARG VERSION
ARG COMMIT
ARG CREATED
LABEL org.opencontainers.image.title="structural" \
      org.opencontainers.image.description="Judges the schemas of CustomResourceDefinitions, and writes their NonStructuralSchema condition" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.created="${CREATED}"
USER 65532:65532
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/structural"]
CMD ["controller"]
