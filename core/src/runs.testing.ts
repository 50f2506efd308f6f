import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether this is `npm run test:long`. */
    isLong: boolean
  }
}

/** The number of attempts: `few` in `npm test`, `all` in `npm run test:long`. */
export function runs(few: number, all: number): number
export function runs<T>(few: readonly T[], all: readonly T[]): readonly T[]
export function runs<T>(few: T, all: T): T {
  return inject('isLong') ? all : few
}
