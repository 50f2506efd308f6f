import type { Alert } from './alert.ts'

declare module '../module/events.ts' {
  interface EventMap {
    /** Alerts that one pass over the log fired; each has its `fired`. */
    alerts_fired: { alerts: readonly Alert[] }
  }
}
