import type { RawBuilder } from 'kysely'

/** A condition on a user, by his id and the house's time; a module writes it in its store for queries of another. */
export type UserCondition = (userId: RawBuilder<unknown>, nowMs: number) => RawBuilder<boolean>
