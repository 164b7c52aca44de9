import { createClient } from '@supabase/supabase-js';
import { provideClientLibrary } from './client.ts';

// Imported by pages that always need the client: it is loaded beside their other scripts, not after them.
provideClientLibrary({ createClient });
