//! Where tokens are kept.

use std::fs;
use std::path::PathBuf;

use mcpwire_auth::Secret;
use mcpwire_auth::store::{FileStore, MemoryStore, Store};

/// A folder that is gone afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mcpwire-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn keeps(store: &dyn Store) {
    assert_eq!(store.get("a").unwrap(), None);
    store.put("a", &Secret::from("1")).unwrap();
    store.put("b", &Secret::from("2")).unwrap();
    store.put("a", &Secret::from("3\n\"ü")).unwrap();
    assert_eq!(store.get("a").unwrap().unwrap().expose(), "3\n\"ü");
    store.remove("a").unwrap();
    store.remove("never there").unwrap();
    assert_eq!(store.get("a").unwrap(), None);
    assert_eq!(store.get("b").unwrap().unwrap().expose(), "2");
}

#[test]
fn stores_keep_and_forget() {
    keeps(&MemoryStore::default());
    let folder = Folder::new("keeps");
    let path = folder.0.join("tokens.json");
    keeps(&FileStore::new(&path));
    // Another program sees the same.
    assert_eq!(FileStore::new(&path).get("b").unwrap().unwrap().expose(), "2");
}

#[test]
fn writers_do_not_lose_each_others_entries() {
    let folder = Folder::new("writers");
    let path = folder.0.join("tokens.json");
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let store = FileStore::new(&path);
            scope.spawn(move || {
                for entry in 0..10 {
                    let name = format!("{writer}-{entry}");
                    store.put(&name, &Secret::from(name.as_str())).unwrap();
                }
            });
        }
    });
    let store = FileStore::new(&path);
    for writer in 0..8 {
        for entry in 0..10 {
            assert!(store.get(&format!("{writer}-{entry}")).unwrap().is_some());
        }
    }
    // Nothing is left but the file and its lock.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("owner");
    let path = folder.0.join("tokens.json");
    let store = FileStore::new(&path);
    store.put("a", &Secret::from("1")).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    assert!(store.get("a").unwrap_err().to_string().contains("others may read"));
    assert!(store.put("a", &Secret::from("2")).is_err());
}

#[test]
fn a_damaged_file_is_told_and_left_alone() {
    let folder = Folder::new("damaged");
    let path = folder.0.join("tokens.json");
    let store = FileStore::new(&path);
    store.put("a", &Secret::from("s3cret")).unwrap();
    fs::OpenOptions::new().append(true).open(&path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 1]).unwrap();
    let told = store.put("b", &Secret::from("2")).unwrap_err().to_string();
    assert!(told.contains("damaged") && !told.contains("s3cret"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), &text[..text.len() - 1]);
}
