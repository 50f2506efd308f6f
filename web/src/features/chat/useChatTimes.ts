import { LANGUAGE_TAGS, type Language } from '@tickmark/wire/languages'
import { useMemo } from 'react'
import { useSession } from '../../session/session.ts'

const DAY_MS = 86_400_000

/** How a chat writes times in the reader's language and zone. Times in ms since 1970. */
export function useChatTimes() {
  const { language } = useSession()
  return useMemo(() => chatTimes(language), [language])
}

function chatTimes(language: Language) {
  const tag = `${LANGUAGE_TAGS[language]}-u-nu-latn`
  const clock = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short' })
  const farDay = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })
  const word = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  /** "today", "yesterday", "Fri, 14 Nov". */
  const dayText = (ms: number, nowMs: number) => {
    const ago = Math.round((midnight(nowMs) - midnight(ms)) / DAY_MS)
    if (ago === 0 || ago === 1) return word.format(-ago, 'day')
    return (ago < 180 && ago > 0 ? day : farDay).format(ms)
  }
  return {
    clock: (ms: number) => clock.format(ms),
    dayText,
    /** The same text for the same day. */
    dayKey: (ms: number) => String(midnight(ms)),
    /** For a list: the time of today, the day of any other. */
    short: (ms: number, nowMs: number) =>
      midnight(ms) === midnight(nowMs) ? clock.format(ms) : dayText(ms, nowMs),
  }
}

/** The local day's beginning. */
function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
