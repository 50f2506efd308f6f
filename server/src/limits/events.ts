declare module '../module/events.ts' {
  interface EventMap {
    /** An hour of use has passed: minutes since midnight UTC, and what came of the last 24 h in the real book, in USDT. */
    reality_check: { userId: number; minutes: number; net: string; orders: number }
  }
}

export {}
