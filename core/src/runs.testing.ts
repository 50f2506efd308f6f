import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether this is `npm run test:long`. */
    isLong: boolean
  }
}

/** How often something is tried: `few` times in `npm test`, `all` times in `npm run test:long`. */
export function runs(few: number, all: number): number {
  return inject('isLong') ? all : few
}
