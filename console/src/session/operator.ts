import { createStore, useStore } from '@tickmark/client/observable.ts'
import { permits, type Permission } from '@tickmark/wire/permissions'
import type { Reply } from '../api/api.ts'

/** The signed-in operator. */
export type Operator = NonNullable<Reply<'consoleSession'>['session']>

const signedIn = createStore<Operator | null>(null)

/** Stores the operator that the server named; only the gate calls this. */
export function setOperator(operator: Operator | null): void {
  signedIn.set(operator)
}

/** The operator as a hook; null until the server has named him. */
export function useOperator(): Operator | null {
  return useStore(signedIn)
}

/** Whether the operator has a permission; this only decides what a screen shows. The server checks again. */
export function useMay(may: Permission): boolean {
  const operator = useOperator()
  return operator !== null && permits(operator.roles, may)
}
