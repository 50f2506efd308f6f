import type { Reply } from '../../api/api.ts'

/** An operator as listed. */
export type OperatorLine = Reply<'consoleOperators'>['list'][number]
