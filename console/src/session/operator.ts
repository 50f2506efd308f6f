import { createStore, useStore } from '@tickmark/client/observable.ts'
import { permits, type Permission } from '@tickmark/wire/permissions'
import type { Reply } from '../api/api.ts'

/** Who is signed in at this desk. */
export type Operator = NonNullable<Reply<'deskSession'>['session']>

const signedIn = createStore<Operator | null>(null)

/** Remembers whom the server knows; the gate alone calls this. */
export function setOperator(operator: Operator | null): void {
  signedIn.set(operator)
}

/** The operator as a hook; null before the server has said who it is. */
export function useOperator(): Operator | null {
  return useStore(signedIn)
}

/** Whether the operator has a permission: what a screen shows. The server decides for itself. */
export function useMay(may: Permission): boolean {
  const operator = useOperator()
  return operator !== null && permits(operator.roles, may)
}
