import { parseAmount } from '@tickmark/core/money/money'
import { LANGUAGES } from '@tickmark/texts/languages'
import * as z from 'zod/mini'

/** A whole number, also as text, because a query string has only texts. @__NO_SIDE_EFFECTS__ */
export function whole(least: number, most: number) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d{1,16}$/))]),
    z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))),
  )
}

/** A decimal of at most 8 places as text. Numbers are refused, because floats lose cents. */
export const decimal = z.string().check(
  z.maxLength(40),
  z.refine((text) => parseAmount(text) !== null),
)

/** Text for a stake, limited in length only; the order's rule, not the schema, refuses a bad one. */
export const moneyText = z.string().check(z.maxLength(64))

export const pid = whole(1, 9_999)
/** The form of an id, for use in patterns. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const uuid = z.string().check(z.regex(new RegExp(`^${UUID_PATTERN}$`)))
export const language = z.enum(LANGUAGES)

/** A page of a list. Page 0 and page 1 are both the first, because clients of the product send either. */
export const page = { pageNum: z._default(whole(0, 100_000), 1), pageSize: z._default(whole(1, 50), 10) }

/** A request's claims about itself; never trusted. */
export const claims = z.object({
  language: z._default(language, 'english'),
  book: z._default(whole(0, 1), 0),
  address: z.optional(z.string().check(z.maxLength(64))),
})
export type Claims = z.output<typeof claims>
