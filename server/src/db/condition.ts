import type { RawBuilder } from 'kysely'

/** A condition on a user, by user id and the house's time; a module exports it for other modules' queries. */
export type UserCondition = (userId: RawBuilder<unknown>, nowMs: number) => RawBuilder<boolean>
