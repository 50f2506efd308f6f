import { useFormat } from '../format/useFormat.ts'

interface WhenProps {
  /** Milliseconds since 1970. */
  atMs: number
  /** Time of day only: for today. */
  short?: boolean
}

/** A moment as date and time; seconds and time zone appear on touch. */
export function When({ atMs, short = false }: WhenProps) {
  const format = useFormat()
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.exactTime(atMs)}>
      {short ? format.time(atMs) : format.dateTime(atMs)}
    </time>
  )
}
