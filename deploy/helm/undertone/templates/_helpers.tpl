{{- define "undertone.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* What a release's pods have in common, the test's included. */}}
{{- define "undertone.release" -}}
app.kubernetes.io/name: undertone
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "undertone.selector" -}}
{{ include "undertone.release" . }}
app.kubernetes.io/component: relay
{{- end -}}

{{- define "undertone.about" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "undertone.labels" -}}
{{ include "undertone.selector" . }}
{{ include "undertone.about" . }}
{{- end -}}

{{- define "undertone.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}

{{- define "undertone.secret" -}}
{{- .Values.secrets.existing | default (include "undertone.name" .) -}}
{{- end -}}

{{/* Not empty where /metrics asks for a token. */}}
{{- define "undertone.metricsToken" -}}
{{- with .Values.secrets -}}
{{- if or .metricsToken .existingHasMetricsToken -}}yes{{- end -}}
{{- end -}}
{{- end -}}

{{/* A value as the relay reads it: YAML's `on` is true, and a number of a file is 1e+06. */}}
{{- define "undertone.setting" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . }}{{ else if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}
