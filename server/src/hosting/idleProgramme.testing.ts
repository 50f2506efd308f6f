import type { ProgrammePort } from './ports.ts'

/** A programme that has never traded. */
export const idleProgramme: ProgrammePort = {
  lockTrades: () => Promise.resolve(),
  tradesToShare: (_, after) => Promise.resolve({ first: after + 1, last: after, profit: 0n, lines: [] }),
  lastLine: () => Promise.resolve({ number: 0, atMs: 0 }),
  areLogged: () => Promise.resolve(true),
  profitAfter: () => Promise.resolve(0n),
  engine: () => ({ state: 'stopped', why: 'not_running', lookedAt: null }),
  venues: () => Promise.resolve([]),
}
