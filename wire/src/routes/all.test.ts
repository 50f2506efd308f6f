import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { claims } from '../fields.ts'
import { ROUTES } from './all.ts'

/** Calls whose field is what the request says of itself: whose address is proved, which language is kept. */
const SAME: readonly string[] = ['/api/session/challenge', '/api/session', '/api/change_language']

test('no call has a field by a name that every request says of itself, for one would take the place of the other', () => {
  const taken = Object.keys(claims.shape)
  const clashes = Object.values(ROUTES)
    .filter(({ path }) => !SAME.includes(path))
    .flatMap(({ path, input }) => fieldsOf(input).map((field) => [path, field] as const))
    .filter(([, field]) => taken.includes(field))
  expect(clashes).toEqual([])
})

function fieldsOf(input: z.ZodMiniType): string[] {
  return 'shape' in input ? Object.keys(input.shape as object) : []
}
