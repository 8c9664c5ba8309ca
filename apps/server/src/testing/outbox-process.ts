// A process that sends the product's messages of a database by SMTP until it is killed.
import { hash } from '@node-rs/argon2';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { createMailer } from '../mail/mailer.ts';
import { OutboxWorker } from '../outbox/worker.ts';
import { quiet, testMessages } from './product-outbox.ts';

const [databaseUrl = '', dataDir = '', smtpUrl = '', leaseMs = ''] = process.argv.slice(2);
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SMTP_URL: smtpUrl });
const opened = await openDatabase(config, quiet, { hashPassword: (plain) => hash(plain) });
const { database } = opened;
const mailer = createMailer({ smtpUrl, mailFrom: config.mailFrom, outboxDir: dataDir });
const consumers = [testMessages(database, mailer, { leaseMs: Number(leaseMs) })];
await new OutboxWorker({ database, consumers }, quiet).start();
