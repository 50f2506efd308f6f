import type { Reply } from '../../api/api.ts'

/** An operator as the list has him. */
export type OperatorLine = Reply<'deskOperators'>['list'][number]
