import { descend } from '@tickmark/ui/layer/layers.ts'
import { navigate } from 'wouter/use-browser-location'

/** Where the console begins in the address. */
export const BASE = '/console'

/** Opens a screen, such as "/users/7"; layers that are open close first. */
export function go(path: string): void {
  descend(
    () => 0,
    () => navigate(BASE + path),
  )
}
