import type { ConsoleKey } from '@tickmark/texts/consoleTexts'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import type { Permission } from '@tickmark/wire/permissions'
import type { QueueName } from '@tickmark/wire/routes/operators/overview'
import type { ComponentType } from 'react'

/** The groups of the navigation, in their order. */
export const GROUPS = ['house', 'people', 'money', 'words', 'desk'] as const
export type Group = (typeof GROUPS)[number]

/**
 * A screen as its folder declares it in `route.ts`, which is part of the console's first screen: its code comes with
 * `load`.
 */
export interface ScreenRoute {
  /** A pattern of wouter, such as "/users/:id". */
  path: string
  title: ConsoleKey
  /** Who may open it. */
  may: Permission
  load: () => Promise<ComponentType>
  /** Its place in the navigation; a detail has none. */
  nav?: {
    group: Group
    /** Among those of the group, the smallest first. */
    order: number
    icon: IconName
    /** The queues whose number it shows. */
    queues?: readonly QueueName[]
  }
}
