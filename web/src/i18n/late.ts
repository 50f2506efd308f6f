import { lazy, type ComponentType } from 'react'
import { loadRestOfEnglish } from './i18n.ts'

/** A component that no first screen needs: loaded, with its texts, when first rendered. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    const [Component] = await Promise.all([load(), loadRestOfEnglish()])
    return { default: Component }
  })
}
