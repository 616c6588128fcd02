/** Tracers of nodes have such names; JavaScript is longer. */
const TRACER_NAME = /^\w+$/
/** It runs the tracers that its configuration holds, also those in JavaScript. */
const MANY_TRACERS = 'muxTracer'

/**
 * True if a call brings a tracer in JavaScript, so that the caller chooses what its errors say.
 *
 * Source  geth eth/tracers/js/goja.go, native/mux.go: what a tracer throws is the error's message
 */
export const bringsTracer = (params: readonly unknown[]): boolean =>
  params.some((param) => {
    if (typeof param !== 'object' || param === null) return false
    const { tracer } = param as { tracer?: unknown }
    return typeof tracer === 'string' && (tracer === MANY_TRACERS || !TRACER_NAME.test(tracer))
  })
