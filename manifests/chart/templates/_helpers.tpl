{{- define "structural.labels" -}}
app.kubernetes.io/name: structural
app.kubernetes.io/component: controller
{{- end }}

{{- define "structural.labelsOf" -}}
{{- /* the component */ -}}
app.kubernetes.io/name: structural
app.kubernetes.io/component: {{ . }}
{{- end }}

{{- define "structural.metadataOf" -}}
{{- /* dict "name", "context", "component" */ -}}
name: {{ .name }}
namespace: {{ .context.Release.Namespace }}
labels: {{- include "structural.labelsOf" .component | nindent 2 }}
{{- end }}

{{- define "structural.metadata" -}}
{{- /* dict "name", "context", and "namespace" where it is another one than the release's */ -}}
name: {{ .name }}
namespace: {{ get . "namespace" | default .context.Release.Namespace }}
labels: {{- include "structural.labels" . | nindent 2 }}
{{- end }}

{{- define "structural.account" -}}
- kind: ServiceAccount
  name: structural-controller
  namespace: {{ .Release.Namespace }}
{{- end }}

{{- define "structural.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- /* What is the program's own default is not said. */ -}}
{{- define "structural.args" -}}
{{- $values := .Values -}}
- controller
{{- if gt (int $values.replicas) 1 }}
- --leader-elect
{{- with $values.leaderElection }}
{{- if ne .leaseDuration "15s" }}
- --leader-elect-lease-duration={{ .leaseDuration }}
{{- end }}
{{- if ne .renewDeadline "10s" }}
- --leader-elect-renew-deadline={{ .renewDeadline }}
{{- end }}
{{- if ne .retryPeriod "2s" }}
- --leader-elect-retry-period={{ .retryPeriod }}
{{- end }}
{{- end }}
{{- end }}
- --log-format={{ $values.log.format }}
- --metrics-bind-address=:{{ $values.metrics.port }}
- --health-probe-bind-address=:{{ $values.probes.port }}
{{- if $values.dryRun }}
- --dry-run
{{- end }}
{{- if $values.metrics.tls.enabled }}
- --metrics-cert=/etc/structural/metrics/tls.crt
- --metrics-key=/etc/structural/metrics/tls.key
{{- end }}
{{- if not $values.events }}
- --no-events
{{- end }}
{{- range $values.only.names }}
- --name={{ . }}
{{- end }}
{{- range $values.only.groups }}
- --group={{ . }}
{{- end }}
{{- if ne (int $values.workers) 5 }}
- --workers={{ $values.workers }}
{{- end }}
{{- if $values.apiRequests.perSecond }}
- --kube-api-qps={{ $values.apiRequests.perSecond }}
- --kube-api-burst={{ int $values.apiRequests.burst }}
{{- end }}
{{- if ne $values.resyncPeriod "10h" }}
- --resync-period={{ $values.resyncPeriod }}
{{- end }}
{{- if ne (int $values.maxWritesPerGeneration) 5 }}
- --max-writes-per-generation={{ $values.maxWritesPerGeneration }}
{{- end }}
{{- if $values.log.verbosity }}
- --v={{ $values.log.verbosity }}
{{- end }}
{{- range $values.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end }}

{{- /* What the Pods beside the controller's have in common with it: dict "context", "component". */ -}}
{{- define "structural.podMetadata" -}}
labels: {{- include "structural.labelsOf" .component | nindent 2 }}
  {{- with .context.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
annotations:
  kubectl.kubernetes.io/default-container: {{ .container }}
  {{- with .context.Values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "structural.podPlace" -}}
{{- if .Values.priorityClass.enabled }}
priorityClassName: structural-webhook
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
enableServiceLinks: false
terminationGracePeriodSeconds: 30
{{- end }}

{{- define "structural.podSecurity" -}}
runAsNonRoot: true
{{- with get .Values.podSecurity "runAsUser" }}
runAsUser: {{ int . }}
{{- end }}
{{- with get .Values.podSecurity "runAsGroup" }}
runAsGroup: {{ int . }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "structural.container" -}}
image: {{ include "structural.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
livenessProbe:
  httpGet: {path: /livez, port: probes}
  initialDelaySeconds: 5
  periodSeconds: 20
  timeoutSeconds: 5
readinessProbe:
  httpGet: {path: /readyz, port: probes}
  periodSeconds: 5
  timeoutSeconds: 5
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "structural.apiServerEgress" -}}
- ports:
    {{- range .Values.networkPolicy.apiServerPorts }}
    - port: {{ . }}
      protocol: TCP
    {{- end }}
{{- end }}

{{- define "structural.webhookArgs" -}}
{{- $values := .Values -}}
- webhook
- --log-format={{ $values.log.format }}
- --bind-address=:{{ $values.webhook.port }}
- --tls-cert=/etc/structural/webhook/tls.crt
- --tls-key=/etc/structural/webhook/tls.key
- --metrics-bind-address=:{{ $values.metrics.port }}
- --health-probe-bind-address=:{{ $values.probes.port }}
{{- if $values.webhook.unions.enabled }}
- --unions
{{- end }}
{{- if ne $values.webhook.policy "kep" }}
- --policy={{ $values.webhook.policy }}
{{- end }}
{{- range $values.webhook.modes }}
- --mode={{ . }}
{{- end }}
{{- range $values.webhook.exempt.names }}
- --exempt-name={{ . }}
{{- end }}
{{- range $values.webhook.exempt.groups }}
- --exempt-group={{ . }}
{{- end }}
{{- range $values.webhook.exempt.users }}
- {{ printf "--exempt-user=%s" . | quote }}
{{- end }}
{{- if $values.log.verbosity }}
- --v={{ $values.log.verbosity }}
{{- end }}
{{- range $values.webhook.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end }}

{{- define "structural.webhookClient" -}}
admissionReviewVersions: [v1]
sideEffects: None
timeoutSeconds: {{ int .Values.webhook.timeoutSeconds }}
matchPolicy: Equivalent
{{- end }}

{{- define "structural.webhookAnnotations" -}}
{{- if .Values.webhook.certManager.enabled }}
annotations:
  cert-manager.io/inject-ca-from: {{ .Release.Namespace }}/structural-webhook
{{- end }}
{{- end }}
