import { parseArgs, styleText } from 'node:util';
import { sendTestMail } from '#backend/mail/mail-server.ts';
import { isEmail } from '#contract/forms/credentials.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Finding } from '#contract/system.ts';
import { describeMailError } from '#operations/diagnosis/checks/mail-server.ts';
import { diagnose } from '#operations/diagnosis/diagnose.ts';
import { bad, good } from '#operations/diagnosis/finding.ts';
import { type Config, readConfig } from '#server/config.ts';
import { mailSettings } from '#server/runtime.ts';
import { subjectOf } from '#server/system/diagnosis-subject.ts';
import { formatReport } from './format-report.ts';
import { inspectSite } from './inspect-site.ts';
import { runToExitCode } from './run-command-line.ts';

const USAGE = `npm run doctor [-- --mail ADDRESS] [-- --json]

  Checks the installation and says what to do: red needs action, yellow is worth a look. The site may run or not.
  It reads the settings of the service (SITE_ENV_FILE) and of this terminal, and changes nothing.

  --mail ADDRESS   also send a test message to this address
  --json           print the findings as JSON

Exit code: 0 without red, 1 with red or an error, 2 for other arguments.`;

await runToExitCode(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mail: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help || positionals.length > 0) {
    console[values.help ? 'log' : 'error'](USAGE);
    return values.help ? 0 : 2;
  }
  const config = readConfig();
  const to = values.mail === undefined ? null : requireAddress(config, values.mail);
  const now = () => new Date();
  const report = await inspectSite(config, (found) => diagnose(subjectOf(config, { ...found, now })));
  if (to !== null) report.findings.push(await testMail(config, to));
  console.log(values.json ? JSON.stringify(report, null, 2) : pageOf(report));
  return report.findings.some(({ state }) => state === 'bad') ? 1 : 0;
});

function requireAddress(config: Config, text: string): string {
  if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: the hosted project sends its mail itself.');
  const address = text.trim();
  if (!isEmail(address)) throw new ConfigurationError(`"${text}" is not an e-mail address.`);
  return address;
}

async function testMail(config: Config, to: string): Promise<Finding> {
  const { smtpUrl, from } = mailSettings(config);
  const about = { id: 'test-mail', name: 'Test message' };
  if (smtpUrl === null) return { ...about, ...bad('SMTP_URL is not set: nothing was sent.', 'Set SMTP_URL.') };
  const { host } = new URL(smtpUrl);
  const error = await sendTestMail({ smtpUrl, from }, to, config.siteUrl);
  const verdict = error ? describeMailError(host, error) : good(`${host} took it. See whether it arrives at ${to}.`);
  return { ...about, ...verdict };
}

function pageOf(report: Awaited<ReturnType<typeof diagnose>>): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream: process.stdout });
  return `\n${formatReport(report, { paint, columns: process.stdout.columns ?? 100 })}`;
}
