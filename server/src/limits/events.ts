declare module '../module/events.ts' {
  interface EventMap {
    /**
     * A user reached another hour of use: minutes since midnight UTC, and the real book's net result of the last 24 h
     * in USDT.
     */
    reality_check: { userId: number; minutes: number; net: string; orders: number }
  }
}

export {}
