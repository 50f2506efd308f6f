import type { CallContext } from '../http/calls/context.ts'
import { type MountedRoutes, routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'

type Note = (subject: string, context: CallContext) => Promise<void>

/** The module, in which every call that shows somebody's data (`reads`) is noted before it is answered. */
export function withLoggedReading(module: Module, note: Note): Module {
  const { operatorRoutes } = module
  return operatorRoutes
    ? { ...module, operatorRoutes: operatorRoutes.map((one) => logged(one, note)) }
    : module
}

function logged({ table, answers }: MountedRoutes, note: Note): MountedRoutes {
  const noted = Object.entries(answers).map(([name, answer]) => {
    const reads = table[name]?.reads
    if (!reads) return [name, answer] as const
    const noting: typeof answer = async (input, context) => {
      await note(`${reads.subject} ${(input as Record<string, string | number>)[reads.field]}`, context)
      return answer(input, context)
    }
    return [name, noting] as const
  })
  return routesOf(table, Object.fromEntries(noted))
}
