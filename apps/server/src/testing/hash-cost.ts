import { setHashCost } from '../auth/passwords.ts';

/** Cost of a password hash in tests, which sign in thousands of times. */
export const testHashCost = { memoryCost: 8, timeCost: 1 };

// A setup file of Vitest, which runs before each test file, also after one that has returned to the cost of production.
setHashCost(testHashCost);
