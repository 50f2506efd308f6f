import type { ConsoleKey } from '@tickmark/texts/consoleTexts'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import type { Permission } from '@tickmark/wire/permissions'
import type { QueueName } from '@tickmark/wire/routes/operators/overview'
import type { ComponentType } from 'react'

/** The groups of the navigation, in their order. */
export const GROUPS = ['house', 'people', 'money', 'words', 'console'] as const
export type Group = (typeof GROUPS)[number]

/**
 * A screen as its folder declares it in `route.ts`. All `route.ts` files are part of the console's first screen;
 * `load` fetches the screen's code.
 */
export interface ScreenRoute {
  /** A wouter pattern, such as "/users/:id". */
  path: string
  title: ConsoleKey
  /** The permission needed to open it. */
  may: Permission
  load: () => Promise<ComponentType>
  /** Its item in the navigation; a detail screen has none. */
  nav?: {
    group: Group
    /** Position within the group, smallest first. */
    order: number
    icon: IconName
    /** The queues whose length it shows. */
    queues?: readonly QueueName[]
  }
}
