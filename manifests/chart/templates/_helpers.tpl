{{- define "structural.labels" -}}
app.kubernetes.io/name: structural
app.kubernetes.io/component: controller
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
{{- if ne $values.resyncPeriod "0s" }}
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
