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

{{/* Ports that HTTPS leaves by: its own, and those of the proxies that the settings name. */}}
{{- define "total-recall.https-ports" -}}
{{- $ports := list 443 -}}
{{- range $name := list "HTTPS_PROXY" "HTTP_PROXY" -}}
{{- with get $.Values.settings $name -}}
{{- $url := urlParse (toString .) -}}
{{- $port := regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) -}}
{{- $ports = append $ports ($port | default (eq $url.scheme "https" | ternary "443" "80") | int) -}}
{{- end -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end }}
