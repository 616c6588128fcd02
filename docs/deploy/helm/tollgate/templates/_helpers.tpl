{{- define "tollgate.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "tollgate.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tollgate.labels" -}}
{{ include "tollgate.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* The port of the account holders' listener; empty if there is none. */}}
{{- define "tollgate.dashboardPort" -}}
{{- $dashboard := .Values.config.dashboard | default dict -}}
{{- if and $dashboard.enabled $dashboard.port -}}
{{- $_ := required "config.dashboard.publicUrl must be the https address of account holders, because config.dashboard.port is set" $dashboard.publicUrl -}}
{{ $dashboard.port }}
{{- end -}}
{{- end -}}
