/** Category of a message; a user may mute all but security. */
export const MESSAGE_CATEGORIES = ['orders', 'money', 'alerts', 'support', 'account', 'security'] as const
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number]

export const MUTABLE_CATEGORIES = ['orders', 'money', 'alerts', 'support', 'account'] as const
