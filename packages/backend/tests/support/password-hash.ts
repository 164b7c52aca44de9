import { hash } from '@node-rs/bcrypt';

/** The hash of a password at bcrypt's lowest cost, so that signing in takes a test no time. */
export const hashCheaply = (password: string): Promise<string> => hash(password, 4);
