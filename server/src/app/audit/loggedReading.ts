import { permits } from '@tickmark/wire/permissions'
import { type CallContext, operatorOf } from '../../http/calls/context.ts'
import { type MountedRoutes, routesOf } from '../../http/calls/mount.ts'
import type { Module } from '../../module/module.ts'
import type { ReadThing } from '../ownerStore.ts'

type Note = (thing: ReadThing, context: CallContext) => Promise<void>

/** The module with logging: every call that shows somebody's data (`reads`) is logged before it is answered. */
export function withLoggedReading(module: Module, note: Note): Module {
  const { operatorRoutes } = module
  return operatorRoutes
    ? { ...module, operatorRoutes: operatorRoutes.map((one) => logged(one, note)) }
    : module
}

function logged({ table, answers }: MountedRoutes, note: Note): MountedRoutes {
  const noted = Object.entries(answers).map(([name, answer]) => {
    const route = table[name]
    const reads = route?.reads
    if (!reads) return [name, answer] as const
    const noting: typeof answer = async (input, context) => {
      const id = idIn(reads.subject, (input as Record<string, unknown>)[reads.field])
      // A call open to every operator refuses by itself to show users to an operator without that right: then nothing was read.
      const isShown = route.may !== 'see' || permits(operatorOf(context).roles, 'seeUsers')
      if (id !== null && isShown) await note({ subject: reads.subject, id }, context)
      return answer(input, context)
    }
    return [name, noting] as const
  })
  return routesOf(table, Object.fromEntries(noted))
}

/** Null when the call names nobody: the filter is absent, or selects only rows without a user. */
function idIn(subject: ReadThing['subject'], value: unknown): string | null {
  if (subject === 'user') return typeof value === 'number' ? String(value) : null
  return typeof value === 'string' ? value : null
}
