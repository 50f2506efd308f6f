import type { ConsolePart } from '../../module/consolePart.ts'
import { lastRun } from './auditRunStore.ts'

/** The auditor as operators see it: its newest run and that run's findings. */
export const auditorConsolePart: ConsolePart = {
  async overview(reader) {
    const run = await lastRun(reader)
    const last = run && {
      at: run.endedMs,
      tookMs: run.endedMs - run.beganMs,
      findings: run.count,
    }
    return { auditor: { last } }
  },
  async incidents(reader) {
    const run = await lastRun(reader)
    return (run?.findings ?? []).map(({ number, rule, where, expected, found, sinceMs }) => ({
      kind: 'auditFinding' as const,
      since: sinceMs,
      until: null,
      where: `${number}. ${rule}: ${where}`,
      detail: `expected ${expected}, found ${found}`,
      affected: null,
    }))
  },
}
