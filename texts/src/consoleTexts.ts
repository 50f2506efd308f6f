import type { Paths } from './pageTexts.ts'

/** The operators' console's texts by area: one line for each file of a language. */
export interface ConsoleTexts {
  chains: typeof import('./english/console/chains.json')
  content: typeof import('./english/console/content.json')
  auditLog: typeof import('./english/console/auditLog.json')
  gate: typeof import('./english/console/gate.json')
  incidents: typeof import('./english/console/incidents.json')
  kit: typeof import('./english/console/kit.json')
  loans: typeof import('./english/console/loans.json')
  operators: typeof import('./english/console/operators.json')
  orders: typeof import('./english/console/orders.json')
  overview: typeof import('./english/console/overview.json')
  people: typeof import('./english/console/people.json')
  programme: typeof import('./english/console/programme.json')
  proposals: typeof import('./english/console/proposals.json')
  rules: typeof import('./english/console/rules.json')
  shell: typeof import('./english/console/shell.json')
  support: typeof import('./english/console/support.json')
  treasury: typeof import('./english/console/treasury.json')
  withdrawals: typeof import('./english/console/withdrawals.json')
}

export type ConsoleArea = keyof ConsoleTexts

/** A text's key with its area: "shell:nav.overview". */
export type ConsoleKey = { [A in ConsoleArea]: `${A}:${KeyIn<A>}` }[ConsoleArea]

/** A text's key in its area: "nav.overview". Plural forms share the key without their suffix. */
export type KeyIn<A extends ConsoleArea> = Paths<ConsoleTexts[A]>
