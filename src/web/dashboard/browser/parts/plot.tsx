import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { short } from '../format.js'
import type { PlotSeries } from './plot-series.js'

/** Lines of so few points have dots: a point between two gaps has no line. */
const MOST_DOTS = 300

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

interface PlotProps {
  /** Describes the plot in a sentence, for screen readers. */
  readonly summary: string
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly isBars?: boolean
  readonly isUtcDays?: boolean
  /** Called with the index of a clicked time. */
  readonly onPick?: (index: number) => void
}

const HEIGHT = 190
/** Seconds between two labels of the time axis. */
const INCREMENTS = [1, 2, 5, 10, 30, 60, 120, 300, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000]

const part = (from: number, to: number) => (seconds: number) => new Date(seconds * 1_000).toISOString().slice(from, to)
const [day, hour, second] = [part(5, 10), part(11, 16), part(11, 19)] as const

/**
 * Bars of several series stand on each other: each is drawn from zero to its sum with those before
 * it, the highest first.
 */
const stacked = ({ series, isBars }: PlotProps): (number | null)[][] => {
  if (!isBars) return series.map(({ values }) => [...values])
  const sums = series[0]?.values.map(() => 0) ?? []
  const rows = series.map(({ values }) => values.map((value, index) => (sums[index] = sums[index]! + (value ?? 0))))
  return rows.reverse()
}

/** Seconds of a slot, where there is only one. */
const ONLY_SLOT_S = 300
/** Pixels of the longest time under a plot, HH:MM:SS. */
const LABEL_WIDTH = 60
/** Pixels of the line of times under a plot. */
const TIMES_HEIGHT = 26

/** YYYY-MM-DD HH:mm, in UTC. */
const fullTime = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ')

const dataOf = (props: PlotProps) => [props.times, ...stacked(props)] as uPlot.AlignedData

const inDrawnOrder = ({ series, isBars }: PlotProps): readonly PlotSeries[] => (isBars ? [...series].reverse() : series)

/** Room for the whole of the first and the last bar, and around a time that is the only one. */
const timeRange = ({ isBars, times }: PlotProps, min: number, max: number): [number, number] => {
  const [first = 0, next] = times
  const half = ((next ?? first + ONLY_SLOT_S) - first) / 2
  if (next === undefined) return [first - half, first + half]
  return isBars ? [min - half, max + half] : [min, max]
}

const optionsOf = (now: () => PlotProps, width: number): uPlot.Options => {
  const { isBars, isUtcDays, times } = now()
  // The only slot is labelled, and not seconds around it.
  const isSingle = times.length === 1
  const series = inDrawnOrder(now())
  const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line-soft'), width: 1 }, ticks: { show: false } }
  const font = '12px system-ui, sans-serif'
  return {
    width,
    height: HEIGHT,
    // Half of the last label of the time axis.
    padding: [null, LABEL_WIDTH / 2, null, null],
    legend: { show: series.length > 1 },
    cursor: { y: false, points: { show: !isBars } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: {
      x: { time: true, range: (_, min, max) => timeRange(now(), min, max) },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        font,
        size: TIMES_HEIGHT,
        space: 70,
        incrs: INCREMENTS,
        ...(isSingle && { splits: () => [...now().times] }),
        values: ({ scales }, all, __, ___, increment) => {
          const label = isUtcDays ? day : isSingle || increment >= 60 ? hour : second
          // Of times less than a second apart, the next whole second is labelled, too.
          return all.map((seconds) => (seconds > scales.x!.max! ? '' : label(seconds)))
        },
      },
      { ...axis, font, size: 56, values: (_, all) => all.map(short) },
    ],
    series: [
      { label: 'Time', value: (_, seconds) => (seconds === null ? '' : fullTime(new Date(seconds * 1_000))) },
      ...series.map((one, drawn) => ({
        label: one.label,
        stroke: colour(one.colour),
        width: isBars ? 0 : 2,
        points: { show: (plot: uPlot) => !isBars && plot.data[0].length <= MOST_DOTS, size: isSingle ? 8 : 4 },
        value: (_: uPlot, __: number | null, ___: number, index: number | null) => {
          const value = index === null ? null : inDrawnOrder(now())[drawn]?.values[index]
          return value == null ? '' : short(value)
        },
        ...(isBars && { fill: colour(one.colour), paths: uPlot.paths.bars!({ size: [0.7, 40], radius: 0.15 }) }),
      })),
    ],
  }
}

/** A plot over time; its colours are the page's. */
export const Plot = (props: PlotProps) => {
  const { summary, series, onPick } = props
  const latest = useRef(props)
  latest.current = props
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const shape = JSON.stringify([series.map(({ label }) => label), props.isUtcDays, props.times.length === 1])
  useEffect(() => {
    const element = place.current!
    const make = () => {
      plot.current?.destroy()
      plot.current = new uPlot(
        optionsOf(() => latest.current, element.clientWidth),
        dataOf(latest.current),
        element,
      )
      plot.current.over.addEventListener('click', () => {
        const index = plot.current?.cursor.idx
        if (index != null) latest.current.onPick?.(index)
      })
    }
    make()
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    const themed = new MutationObserver(make)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    // The system changes its colours in the evening, while the page is open.
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', make)
    return () => {
      resized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', make)
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [shape])
  useEffect(() => plot.current?.setData(dataOf(props)))
  return <div class={onPick ? 'plot picked' : 'plot'} ref={place} role="img" aria-label={summary} />
}
