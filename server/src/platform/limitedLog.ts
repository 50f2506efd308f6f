import type { Log, LogFacts } from './log.ts'

/** Lines of one message that pass in each span. */
const MOST_LINES = 5
const SPAN_MS = 60_000

/**
 * Passes at most five warnings or errors of one message a minute, and then one line with the number left out. `monotonicMs`
 * cannot be set back.
 */
export function limitedLog(log: Log, monotonicMs: () => number): Log {
  const spans = new Map<string, { sinceMs: number; lines: number; last: LogFacts }>()

  function limited(level: 'warn' | 'error') {
    return (message: string, facts: LogFacts = {}) => {
      tellOld()
      const key = `${level} ${message}`
      const span = spans.get(key) ?? { sinceMs: monotonicMs(), lines: 0, last: facts }
      spans.set(key, { ...span, lines: span.lines + 1, last: facts })
      if (span.lines < MOST_LINES) log[level](message, facts)
    }
  }

  /** Ends the spans that are over; the next line of a message starts a new one. */
  function tellOld(): void {
    for (const [key, { sinceMs, lines, last }] of spans) {
      if (monotonicMs() - sinceMs < SPAN_MS) continue
      spans.delete(key)
      const [level = 'error', ...words] = key.split(' ')
      const leftOut = lines - MOST_LINES
      if (leftOut > 0) log[level === 'warn' ? 'warn' : 'error'](words.join(' '), { ...last, leftOut })
    }
  }

  return {
    info(message, facts) {
      tellOld()
      log.info(message, facts)
    },
    warn: limited('warn'),
    error: limited('error'),
  }
}
