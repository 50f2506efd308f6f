/** Fields of a log line beside its message; never a secret, a signature or a document. */
export type LogFacts = Record<string, string | number | boolean | bigint | null | undefined>

/** The server's own log for its operators (not the public price log). */
export interface Log {
  info(message: string, facts?: LogFacts): void
  warn(message: string, facts?: LogFacts): void
  error(message: string, facts?: LogFacts): void
}

/** Writes one JSON object a line; `write` gets each line with its newline, and `nowMs` gives its time. */
export function jsonLog(write: (line: string) => void, nowMs: () => number): Log {
  const at =
    (level: string) =>
    (message: string, facts: LogFacts = {}) => {
      const line = { at: new Date(nowMs()).toISOString(), level, message, ...facts }
      write(
        `${JSON.stringify(line, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))}\n`,
      )
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Drops every line. */
export function silentLog(): Log {
  const drop = () => {}
  return { info: drop, warn: drop, error: drop }
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
