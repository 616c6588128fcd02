import { Counter, Gauge, type Registry } from 'prom-client'
import { DurationCounts, LabelledSeries } from './meters.js'
import { type Reading, registerRead } from './registration.js'

export type SubscriptionMetrics = Readonly<ReturnType<typeof createSubscriptionMetrics>>

const EVENT_LABELS = ['network', 'kind', 'removed'] as const
type EventLabels = Readonly<Record<(typeof EVENT_LABELS)[number], string>>

export const createSubscriptionMetrics = (registry: Registry) => {
  const registers = [registry]
  const sent = new LabelledSeries(EVENT_LABELS, (labels) => ({
    labels: labels as EventLabels,
    delays: new DurationCounts(),
    credits: 0,
  }))
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const open = new Gauge({
    name: 'tollgate_subscriptions',
    help: 'Open subscriptions',
    labelNames: ['network', 'kind'],
    registers,
  })
  registerRead(registry, [
    {
      name: 'tollgate_subscription_events_total',
      type: 'counter',
      labels: EVENT_LABELS,
      help: 'Events sent to subscribers; removed: true for logs of blocks that left the chain, which are free',
      read: () => sent.all().map(({ labels, delays }) => ({ labels, value: delays.count })),
    },
    {
      name: 'tollgate_event_delay_seconds',
      type: 'histogram',
      labels: EVENT_LABELS,
      help: 'Time from when a node first showed an event, or its block, to writing the event',
      read: (name) => sent.all().flatMap(({ labels, delays }) => delays.readings(name, labels)),
    },
  ])
  return {
    open,
    sawEvent: (network: string, kind: string, isFree: boolean, delayMs: number, costCredits: number): void => {
      const series = sent.at(network, kind, isFree ? 'true' : 'false')
      series.delays.observe(delayMs)
      series.credits += costCredits
    },
    /** Credits of events, with the kind as the method: no method has the name of a kind. */
    credits: (): Reading[] =>
      sent
        .all()
        .flatMap(({ labels: { network, kind }, credits }) =>
          credits === 0 ? [] : [{ labels: { network, method: kind }, value: credits }],
        ),
    followLag: new Gauge({
      name: 'tollgate_follow_lag_blocks',
      help: "Blocks that the subscribers' newest block is behind the network's head; of several workers the most",
      labelNames: ['network'],
      aggregator: 'max',
      registers,
    }),
    logFetches: counter(
      'tollgate_follow_fetches_total',
      "Reads of a block's logs for subscribers, by outcome; incomplete: the answer does not fit the block's header",
      ['network', 'result'],
    ),
    reorganizations: counter(
      'tollgate_reorganizations_total',
      'Reorganizations that subscribers were told of, by the number of blocks taken back',
      ['network', 'depth'],
    ),
    closed: counter(
      'tollgate_streams_ended_total',
      "Connections closed because their subscriptions could not go on, by the close code's reason",
      ['network', 'reason'],
    ),
  }
}
