import java.util.Collection;
import java.util.List;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexService;
import org.opensearch.index.shard.IndexSettingProvider;
import org.opensearch.plugins.Plugin;

/**
 * Lets the copies of a shard say more often up to where they need deleted documents. OpenSearch has a setting for it, but
 * only its own tests may set it; until the time is over an erasure waits, thirty seconds each.
 */
public final class ShortLeases extends Plugin {
    private static final String INTERVAL = System.getProperty("total_recall.lease_interval");

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(IndexService.RETENTION_LEASE_SYNC_INTERVAL_SETTING);
    }

    @Override
    public Collection<IndexSettingProvider> getAdditionalIndexSettingProviders() {
        return List.of(new IndexSettingProvider() {
            @Override
            public Settings getAdditionalIndexSettings(String index, boolean isDataStream, Settings asked) {
                String key = IndexService.RETENTION_LEASE_SYNC_INTERVAL_SETTING.getKey();
                return INTERVAL == null ? Settings.EMPTY : Settings.builder().put(key, INTERVAL).build();
            }
        });
    }
}
