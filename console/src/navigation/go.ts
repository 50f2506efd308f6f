import { descend } from '@tickmark/ui/layer/layers.ts'
import { navigate } from 'wouter/use-browser-location'

/** The console's base path. */
export const BASE = '/console'

/** Opens a screen, such as "/users/7"; open layers close first. */
export function go(path: string): void {
  descend(
    () => 0,
    () => navigate(BASE + path),
  )
}
