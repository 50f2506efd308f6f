import { part } from '@tickmark/ui/base/part.ts'
import type { ComponentType } from 'react'
import { loadRestOfEnglish } from './i18n.ts'

/** A component that no first screen needs, loaded with its texts. */
export function late<P extends object>(fetchCode: () => Promise<ComponentType<P>>) {
  return part(async () => {
    const [Component] = await Promise.all([fetchCode(), loadRestOfEnglish()])
    return Component
  })
}
