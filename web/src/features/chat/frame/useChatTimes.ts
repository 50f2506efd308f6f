import { DAY_MS } from '@tickmark/core/days'
import type { Language } from '@tickmark/texts/languages'
import { useMemo } from 'react'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useSession } from '../../../session/session.ts'

/** Formats the chat's times in the user's language and time zone. Times in ms since 1970. */
export function useChatTimes() {
  const { language } = useSession()
  return useMemo(() => chatTimes(language), [language])
}

function chatTimes(language: Language) {
  const { clock, day, farDay, daysAgo } = timesOf(language)
  /** "yesterday", "today", "tomorrow", "Fri, Nov 14"; with its year where it could be of another one. */
  const dayText = (ms: number, nowMs: number) => {
    const days = Math.round((midnight(nowMs) - midnight(ms)) / DAY_MS)
    if (Math.abs(days) <= 1) return daysAgo(days)
    return (Math.abs(days) < 180 ? day : farDay)(ms)
  }
  return {
    clock,
    dayText,
    /** The same text for all times of one day. */
    dayKey: (ms: number) => String(midnight(ms)),
    /** For the list: today's times as a time of day, others as a day. */
    short: (ms: number, nowMs: number) => (midnight(ms) === midnight(nowMs) ? clock(ms) : dayText(ms, nowMs)),
  }
}

/** The start of the local day. */
function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
