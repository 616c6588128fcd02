/** One number under its labels, as prom-client writes it. */
export interface Reading {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** The series' name where it is not the metric's own (`…_bucket`). */
  readonly metricName?: string
}
