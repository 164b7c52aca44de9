import { firm } from '#site/content/firm.ts';
import { mfa } from '#site/content/mfa.ts';
import { Button } from '#site/ui/button.tsx';
import { downloadText } from '#site/ui/download-text.ts';
import { FormHeading } from './fields.tsx';
import { useAuth } from './use-auth.ts';

const words = mfa.codes;

type RecoveryCodesProps = { headingLevel: 2 | 3; codes: readonly string[]; onDone: () => void };

/** The codes, shown only once, to be printed or saved. The print style hides the rest of the page. */
export function RecoveryCodes({ headingLevel, codes, onDone }: RecoveryCodesProps) {
  const { user } = useAuth();
  const shown = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code);
  const title = words.fileHeading(user?.email ?? '', firm.name);
  return (
    <div className="recovery-codes stack framed">
      <FormHeading level={headingLevel}>{words.shownHeading}</FormHeading>
      <p>{words.shownText}</p>
      <p className="print-only">{title}</p>
      <ol className="recovery-codes__list tabular">
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="account__actions row">
        <Button
          variant="line"
          size="small"
          onClick={() => downloadText(words.fileName, [title, '', ...shown, ''].join('\n'))}
        >
          {words.download}
        </Button>
        <Button variant="line" size="small" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button size="small" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
