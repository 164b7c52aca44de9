import { useState } from 'react';
import { media } from '#site/content/media.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import { Tabs } from '#site/ui/tabs.tsx';
import type { ChosenPicture } from './chosen-picture.ts';
import { LibraryPanel } from './library-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** How the window opens: with a file that was dropped or pasted, to upload, or to choose. */
export type Opening = { tab: 'upload' | 'library'; file: File | null };

type ImageDialogProps = {
  title: string;
  /** null while it is closed. */
  opening: Opening | null;
  onClose: () => void;
  onChosen: (picture: ChosenPicture) => void;
};

/** The one window of pictures: uploads a new one or picks one that is there, and asks what it shows. */
export function ImageDialog({ title, opening, onClose, onChosen }: ImageDialogProps) {
  const choose = (picture: ChosenPicture): void => {
    onClose();
    onChosen(picture);
  };
  return (
    <Dialog isOpen={opening !== null} onClose={onClose} title={title} closeLabel={media.dialog.close}>
      {opening && <Panels opening={opening} onChosen={choose} />}
    </Dialog>
  );
}

function Panels({ opening, onChosen }: { opening: Opening; onChosen: (picture: ChosenPicture) => void }) {
  const [tab, setTab] = useState<string>(opening.tab);
  const { label, upload, library } = media.tabs;
  return (
    <Tabs
      label={label}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'upload', label: upload, panel: <UploadPanel given={opening.file} onUploaded={onChosen} /> },
        { value: 'library', label: library, panel: <LibraryPanel onChosen={onChosen} /> },
      ]}
    />
  );
}
