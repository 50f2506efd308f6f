interface OpenProposal {
  /** The address of the operator who asked. */
  askedBy: string
  /** Whether the reader may decide on it. */
  mayApprove: boolean
  isAboutReader: boolean
}

/** What an operator may do with an open proposal, and why not more. */
export interface Choices {
  isOwn: boolean
  note: 'ownProposal' | 'aboutYou' | 'mayNot' | null
  approve: 'enabled' | 'disabled' | 'hidden'
  /** Whether he may withdraw it, when it is his own, or refuse it. */
  mayEnd: boolean
}

/** Nobody approves his own proposal, or one that could not be carried out now. The server decides by its own rules. */
export function choicesOf(
  { askedBy, mayApprove, isAboutReader }: OpenProposal,
  reader: string | undefined,
  isPossible: boolean,
): Choices {
  if (reader === askedBy) return { isOwn: true, note: 'ownProposal', approve: 'hidden', mayEnd: true }
  return {
    isOwn: false,
    note: mayApprove ? null : isAboutReader ? 'aboutYou' : 'mayNot',
    approve: mayApprove && isPossible ? 'enabled' : 'disabled',
    mayEnd: mayApprove,
  }
}
