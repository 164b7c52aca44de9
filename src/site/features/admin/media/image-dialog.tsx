import { useRef, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import { Tabs } from '#site/ui/tabs.tsx';
import { LibraryPanel } from './library-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The first tab of the dialog, and dropped or pasted files to upload one after another. */
export type Opening = { tab: 'upload' | 'library'; files: readonly File[] };

type ImageDialogProps = {
  title: string;
  /** null while the dialog is closed. */
  opening: Opening | null;
  /** Whether several pictures can be used at once. */
  takesMany?: boolean;
  onClose: () => void;
  /** Called once, with at least one picture, when the dialog has closed and the focus can be moved. */
  onChosen: (pictures: readonly ChosenPicture[]) => void;
  /** Called last. Returns whether the focus was moved; else what opened the dialog gets it. */
  focusAfter: (isUsed: boolean) => boolean;
};

/** Uploads pictures or chooses one of the bucket, and asks for their descriptions. */
export function ImageDialog({ title, opening, takesMany = false, onClose, onChosen, focusAfter }: ImageDialogProps) {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const used = useRef<readonly ChosenPicture[]>([]);
  const finish = (pictures: readonly ChosenPicture[]): void => {
    setChosen([]);
    used.current = pictures;
    onClose();
  };
  const deliver = (): boolean => {
    const pictures = used.current;
    used.current = [];
    if (pictures.length > 0) onChosen(pictures);
    return focusAfter(pictures.length > 0);
  };
  return (
    <Dialog
      isOpen={opening !== null}
      // What was uploaded is used, also if the rest is abandoned.
      onClose={() => finish(chosen)}
      title={title}
      closeLabel={media.dialog.close}
      focusAfter={deliver}
    >
      {opening && (
        <Panels
          opening={opening}
          takesMany={takesMany}
          onNext={(picture) => setChosen([...chosen, picture])}
          onEnd={(picture) => finish(picture ? [...chosen, picture] : chosen)}
        />
      )}
    </Dialog>
  );
}

type PanelsProps = {
  opening: Opening;
  takesMany: boolean;
  /** A picture was uploaded and others follow. */
  onNext: (picture: ChosenPicture) => void;
  onEnd: (picture: ChosenPicture | null) => void;
};

function Panels({ opening, takesMany, onNext, onEnd }: PanelsProps) {
  const [tab, setTab] = useState<string>(opening.tab);
  const [files, setFiles] = useState(takesMany ? opening.files : opening.files.slice(0, 1));
  const [at, setAt] = useState(0);
  const { label, upload, library } = media.tabs;
  const isLast = at >= files.length - 1;
  const advance = (picture: ChosenPicture | null): void => {
    if (isLast) return onEnd(picture);
    if (picture) onNext(picture);
    setAt(at + 1);
  };
  const uploadPanel = (
    <>
      {files.length > 1 && (
        <p className="upload-panel__count" role="status">
          {media.which(at + 1, files.length)}
        </p>
      )}
      <UploadPanel
        key={at}
        given={files[at] ?? null}
        isFollowing={at > 0}
        onUploaded={advance}
        {...(takesMany && { onMore: (more) => setFiles([...files, ...more]) })}
        {...(!isLast && { onSkip: () => advance(null) })}
      />
    </>
  );
  return (
    <Tabs
      label={label}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'upload', label: upload, panel: uploadPanel },
        { value: 'library', label: library, panel: <LibraryPanel onChosen={onEnd} /> },
      ]}
    />
  );
}
