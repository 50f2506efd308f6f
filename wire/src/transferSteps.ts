/** Stages of a deposit, then of a withdrawal, as records and conversations name them. */
export const TRANSFER_STEPS = [
  'seen',
  'credited',
  'orphaned',
  'requested',
  'held_new_address',
  'approved',
  'signed',
  'broadcast',
  'final',
  'cancelled',
  'rejected',
  'dead',
] as const
