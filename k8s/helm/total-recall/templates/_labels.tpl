{{/* What selects the pod. It never changes: a stateful set's selector cannot. */}}
{{- define "total-recall.selector" -}}
app.kubernetes.io/name: total-recall
app.kubernetes.io/component: standalone
{{- end }}

{{- define "total-recall.labels" -}}
{{ include "total-recall.selector" . }}
{{ include "total-recall.release" . }}
{{- end }}

{{- define "total-recall.release" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "total-recall.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ $tag }}{{ end }}
{{- end }}

{{/* What the service keeps to beside the proxy, in the limit of 2 GiB that the chart has by default. */}}
{{- define "total-recall.proxy-memory-mb" -}}
{{- if ne (toString (.Values.resources.limits).memory) "2Gi" -}}
{{- fail "proxy.enabled wants memoryMb where resources.limits.memory is yours: 56 % of the limit, as the proxy holds bodies and answers beside it." -}}
{{- end -}}
1152
{{- end }}

{{/* Ports that the service leaves by: that of HTTPS, and those of the addresses that the settings name. */}}
{{- define "total-recall.egress-ports" -}}
{{- $ports := list 443 -}}
{{- range $name := list "HTTPS_PROXY" "HTTP_PROXY" "TOTAL_RECALL_TRACES_ENDPOINT" "OTEL_EXPORTER_OTLP_ENDPOINT" "TOTAL_RECALL_LLM_URL"
  "TOTAL_RECALL_EMBEDDER_URL" "TOTAL_RECALL_MODEL_HUB_URL" "TOTAL_RECALL_MODEL_MAVEN_URL" "TOTAL_RECALL_PROXY_OPENAI_URL"
  "TOTAL_RECALL_PROXY_ANTHROPIC_URL" -}}
{{- with get $.Values.settings $name -}}
{{- $url := urlParse (toString .) -}}
{{- $port := regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) -}}
{{- $ports = append $ports ($port | default (eq $url.scheme "https" | ternary "443" "80") | int) -}}
{{- end -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end }}
