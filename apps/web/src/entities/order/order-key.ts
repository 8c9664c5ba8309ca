/** The prefix of the query keys of a member's orders; `reloadPayments` and the actions on refunds read them again too. */
export const orderKey = (userId: string) => ['orders', userId] as const;
